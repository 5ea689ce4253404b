"""XML that strangers wrote, read safely: `records` one by one from a stream, `elements` as text and markup."""
