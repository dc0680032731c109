"""The pages: the reports in Markdown from records, the site made of them, and checks by hand.

Start with `render` (what a kind of page is: the protocol; the table of kinds, and what writes them).
`material` is everything that pages are made of, `places` says where each stands, `stale` what is out of date.
`report` has the pages, `figures` the pictures, `byhand` the code that checks a witness without perturb,
`weights` the pages of an audit, `website` the site, `referee` the referee's page. It may import every room
but api and cli; it shows records and examines nothing.
"""
