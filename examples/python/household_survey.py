"""A household survey: members stay together, weights with their records."""

import overhand

members = overhand.simulate("households", rows=600, seed=1)
masked = overhand.mask(members, "swap", unit="household", geography="region", similar="size", keep="weight")
print(masked.head())
