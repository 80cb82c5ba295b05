"""What proves a Planilla years later: certificates, sealed PDFs, and the verdict on a file that somebody brings."""
