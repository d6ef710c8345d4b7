-- What stands under the tombstone's name. GIVEN: the mark of one who came behind this owner and gave back what it held
-- (succeed.lua). BURIED: a tombstone of one who held it all until it was given back. KEPT: the same of one whose release needs
-- a proof (prove.lua); a second release finds nothing to give back. Anything else: a tombstone.
local GIVEN, BURIED, KEPT = 'given', 'buried', 'kept'
