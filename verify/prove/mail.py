"""A proof to mail: its certificate, a folder for Coq, and what the checker of proofs says of the certificate."""

from verify.derive.certified import Certified
from verify.kernel_worst import confirm
from verify.prove import certificate
from verify.prove.coq_folder import coq_files

__all__ = ["Certified", "certificate", "confirm", "coq_files"]
