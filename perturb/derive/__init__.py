"""Every size: a statement as a combination of named theorems, each at terms of the statement.

May import process, numbers, vocab, domains, statements and prove. Start with `deriver`; `checker` decides.
"""
