-- What stands under the tombstone's name. GIVEN: a later owner gave back what this one held (succeed.lua). BURIED: a
-- tombstone of an owner that held all until its release. KEPT: the same of an owner whose release needs a proof
-- (prove.lua); a second release finds nothing to give back. Anything else: a tombstone.
local GIVEN, BURIED, KEPT = 'given', 'buried', 'kept'
