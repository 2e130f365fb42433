-- Another client of the same hash, as a service in another language would have it: floats of tokens
-- and seconds, written with Lua's 14 digits, on every call, denied ones too.
-- KEYS bucket; ARGV capacity, tokens per second, permits, expiry in seconds. Reply 1 or 0.
local clock = redis.call('TIME')
local at = clock[1] + clock[2] / 1000000
local stored = redis.call('HMGET', KEYS[1], 'tokens', 'last_refill')
local have = tonumber(stored[1]) or tonumber(ARGV[1])
local since = at - (tonumber(stored[2]) or at)
if since > 0 then
  have = math.min(tonumber(ARGV[1]), have + since * ARGV[2])
end
local granted = have >= tonumber(ARGV[3]) and 1 or 0
have = have - granted * ARGV[3]
redis.call('HSET', KEYS[1], 'tokens', tostring(have), 'last_refill', tostring(at))
redis.call('EXPIRE', KEYS[1], ARGV[4])
return granted
