"""How single values are spelled: pairs of pure functions, without any format's tags."""
