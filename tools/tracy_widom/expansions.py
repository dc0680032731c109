"""Both tails of log F and log(1 - F) as series in |s|^(-3/2), with exact rational coefficients.

An expansion is (a, b, p, c, d_1, d_2, ...): with z = |s|^(3/2), a z^2 + b z + p log|s| + c + sum d_k z^-k.
Left: the formal solution of Painleve II at -inf, q(-x) ~ sqrt(x / 2), with (log F_2)'' = -q^2 and
log(F_2 / F_1^2) = int q; the constants are those of P. Deift, A. Its, I. Krasovsky, Commun. Math. Phys. 278
(2008) and J. Baik, R. Buckingham, J. DiFranco, ibid. 280 (2008). Right: the first trace that does not cancel
in 1 - F, by the expansion of Ai (DLMF 9.7).
"""

from __future__ import annotations

from fractions import Fraction

from mpmath import mp, mpf

LEFT_TERMS, RIGHT_TERMS = 9, 16
Series = list[Fraction]


def times(a: Series, b: Series) -> Series:
    return [sum((a[i] * b[k - i] for i in range(k + 1)), Fraction(0)) for k in range(min(len(a), len(b)))]


def logarithm(a: Series) -> Series:
    """log of a series that starts with 1."""
    out: Series = [Fraction(0)]
    for k in range(1, len(a)):
        out.append(a[k] - sum((Fraction(j, k) * out[j] * a[k - j] for j in range(1, k)), Fraction(0)))
    return out


def painleve(terms: int) -> Series:
    """u with q(-x) = sqrt(x / 2) u(x^-3), where q'' = s q + 2 q^3: (x^(1/2) u)'' = x^(3/2) (u^3 - u)."""
    u: Series = [Fraction(1)]
    for k in range(1, terms):
        e = Fraction(1, 2) - 3 * (k - 1)
        padded = [*u, Fraction(0)]
        cube = times(times(padded, padded), padded)[k]
        u.append((e * (e - 1) * u[k - 1] - cube) / 2)
    return u


def left(beta: int) -> list[mpf]:
    """Of log F_1, log F_2 and (beta = 4) the logarithm of the mean of the determinants, at s -> -inf.

    For beta = 4 the smaller determinant is left out: less than 1e-16 of the other below s = -18.
    """
    u = painleve(LEFT_TERMS + 1)
    v = times(u, u)
    constant = mp.log(2) / 24 + mp.zeta(-1, derivative=1)
    product = {2 * k - 2: -_mp(v[k]) / 2 / ((2 - 3 * k) * (3 - 3 * k)) for k in range(2, LEFT_TERMS + 1)}
    if beta == 2:
        return [-mpf(1) / 12, mpf(0), -mpf(1) / 8, constant, *_dense(product)]
    sign = -1 if beta == 1 else 1
    ratio = {2 * k - 1: _mp(u[k]) / mp.sqrt(2) / (mpf(3) / 2 - 3 * k) for k in range(1, LEFT_TERMS + 1)}
    half = {k: value / 2 for k, value in product.items()}
    half |= {k: sign * value / 2 for k, value in ratio.items()}
    ends = constant / 2 + sign * mp.log(2) / 4 - (mp.log(2) if beta == 4 else 0)
    return [-mpf(1) / 24, sign * mp.sqrt(2) / 6, -mpf(1) / 16, ends, *_dense(half)]


def traces() -> tuple[Series, Series]:
    """w, r with tr B_s = e^-t / (4 sqrt(pi) s^(3/4)) w(1 / t), tr B_s^2 = e^-2t / (16 pi s^(3/2)) r(1 / t).

    Here t = 2/3 s^(3/2), tr B_s = int_s^inf Ai / 2 and (tr B_s^2)'' = Ai(s)^2.
    """
    u: Series = [Fraction(1)]
    for k in range(1, RIGHT_TERMS + 3):
        u.append(-u[-1] * (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1)))
    square = times(u, u)
    w, v, r = [u[0]], [u[0]], [u[0]]
    for k in range(1, len(u)):
        w.append(u[k] - (k - Fraction(1, 2)) * w[-1])
        v.append(square[k] - (Fraction(1, 3) + Fraction(k - 1, 2)) * v[-1])
        r.append(v[k] - Fraction(k, 2) * r[-1])
    return w, r


def right(beta: int) -> list[mpf]:
    """Of the logarithm of 1 - F at s -> inf, in the scale of `left`."""
    w, r = traces()
    if beta == 1:
        return _right(w, -mpf(2) / 3, -mp.log(4 * mp.sqrt(mp.pi)), -mpf(3) / 4)
    if beta == 2:
        return _right(r, -mpf(4) / 3, -mp.log(16 * mp.pi), -mpf(3) / 2)
    gap = [a - b for a, b in zip(r, times(w, w), strict=True)]  # tr B^2 - (tr B)^2
    lead = next(k for k, value in enumerate(gap) if value)
    constant = -mp.log(32 * mp.pi) + mp.log(_mp(gap[lead])) + lead * mp.log(mpf(3) / 2)
    return _right([x / gap[lead] for x in gap[lead:]], -mpf(4) / 3, constant, -mpf(3) / 2 * (1 + lead))


def _right(series: Series, b: mpf, constant: mpf, power: mpf) -> list[mpf]:
    logs = logarithm(series[: RIGHT_TERMS + 1])
    terms = [_mp(d) * (mpf(3) / 2) ** k for k, d in enumerate(logs)]
    return [mpf(0), b, power, constant, *terms[1:]]


def _mp(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def _dense(terms: dict[int, mpf]) -> list[mpf]:
    return [terms.get(k, mpf(0)) for k in range(1, max(terms) + 1)]
