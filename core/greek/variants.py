"""x"""
from functools import cache
@cache
def acronyms() -> frozenset[str]:
    return frozenset("δε δεη δευα οτα φπα αδα καπη καε εε αε οε επε ικε".split())
