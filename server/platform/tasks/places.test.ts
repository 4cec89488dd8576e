import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check'
import { Places } from './places.ts'

test('one tenant that holds every place leaves one more to the other tenants', () => {
  const places = new Places(2)
  deepEqual(places.free('scans'), { most: 2 })
  places.take('scans', 'a')
  deepEqual(places.free('scans'), { most: 1 })
  places.take('scans', 'a')
  deepEqual(places.free('scans'), { most: 1, except: 'a' })
  places.take('scans', 'b')
  deepEqual(places.free('scans'), { most: 0 })
  places.giveBack('scans', 'a')
  deepEqual(places.free('scans'), { most: 0 }, 'two tenants share the places')
  places.giveBack('scans', 'b')
  deepEqual(places.free('scans'), { most: 1 })
  deepEqual(places.free('reports'), { most: 2 }, 'each group has its own places')
})

test('in any order of work, no tenant holds more than the limit, and the group at most one more', () => {
  const tenant = constantFrom('a', 'b', 'c')
  assert(
    property(
      integer({ min: 1, max: 4 }),
      array(tuple(boolean(), tenant), { maxLength: 60 }),
      (limit, steps) => {
        const places = new Places(limit)
        const held: string[] = []
        for (const [takes, who] of steps) {
          const { most, except } = places.free('g')
          if (takes && most > 0 && except !== who) {
            places.take('g', who)
            held.push(who)
          } else if (!takes && held.includes(who)) {
            places.giveBack('g', who)
            held.splice(held.indexOf(who), 1)
          }
          equal(held.length <= limit + 1, true)
          for (const one of held) equal(held.filter((other) => other === one).length <= limit, true)
        }
      },
    ),
  )
})
