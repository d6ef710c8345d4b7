-- The store's entry: {its text, empty where there is none; the server's clock}. ARGV: the text that it must have to be
-- replaced, and its new text; empty to read it only.
local text = redis.call('get', KEYS[1]) or ''
if ARGV[2] ~= '' and text == ARGV[1] then
  text = ARGV[2]
  redis.call('set', KEYS[1], text)
end
return {text, now()}
