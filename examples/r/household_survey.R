# A household survey: members stay together, weights with their records.
library(overhand)

members <- overhand::simulate("households", rows = 600, seed = 1)
masked <- mask(members, "swap", unit = "household", geography = "region", similar = "size", keep = "weight")
print(head(masked))
