import { deepEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { by, json, nested, resource, text, timestamp, toOne } from './index.ts'
import { findings } from './testing/world.ts'

const attributes = { name: text, at: timestamp, details: json }

test('a filter has the names its operators have on the wire', () => {
  const names = [...findings.wire.keys()].filter((name) => /^(inserted_at|resources)/.test(name))
  deepEqual(names, [
    'inserted_at',
    'inserted_at__date',
    'inserted_at__gte',
    'inserted_at__lte',
    'inserted_at__gt',
    'inserted_at__lt',
    'resources',
  ])
})

test('a filter that is declared twice is a mistake', () => {
  throws(() => resource('a', { attributes, filters: { at: ['on', 'eq'] } }), /declared twice/)
})

test('a filter over what no query can express is a mistake', () => {
  throws(() => resource('a', { attributes, filters: { details: ['eq'] } }), /cannot be read/)
  throws(() => resource('a', { attributes, filters: { other: by(json, 'eq') } }), /cannot be read/)
})

test('a name that is declared twice is a mistake', () => {
  throws(() => resource('a', { attributes: { id: text } }), /named twice/)
  const relationships = { name: toOne('names') }
  throws(() => resource('a', { attributes, relationships }), /named twice/)
})

test('an include path that does not start with a relationship is a mistake', () => {
  const include = [nested('owner.team', 'teams')]
  throws(() => resource('a', { attributes, include }), /does not start with a relationship/)
})
