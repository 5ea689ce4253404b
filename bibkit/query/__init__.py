"""Which papers a query finds: `language` is its grammar, `fields` what each field holds and how it compares."""
