import { doesNotThrow, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { nothingLost } from './official-client.ts'

const xml = '<R><requestId>1</requestId><name>a &amp; b</name><size>5</size><size>5</size></R>'

test('a value that was sent and not read is noticed, in XML', () => {
  doesNotThrow(() => nothingLost(xml, { Name: 'a & b', Sizes: [5, 5] }))
  throws(() => nothingLost(xml, { Name: 'a & b', Sizes: [5] }))
  throws(() => nothingLost(xml, { Sizes: [5, 5] }))
})

test('a value that was sent and not read is noticed, in JSON', () => {
  const json = '{"at":1700000000.5,"on":true}'
  doesNotThrow(() => nothingLost(json, { At: new Date(1_700_000_000_500), On: true }))
  throws(() => nothingLost(json, { At: new Date(1_700_000_000_500) }))
  throws(() => nothingLost(json, { At: new Date(0), On: true }))
})
