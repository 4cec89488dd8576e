import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAll } from './ends.ts'

test('a step of the shutdown that fails does not stop the others, and is reported at the end', async () => {
  const ended: string[] = []
  const fails = (name: string) => async () => {
    ended.push(name)
    throw new Error(`${name} failed`)
  }
  const works = (name: string) => () => void ended.push(name)
  await assert.rejects(endAll(fails('a'), works('b'), fails('c'), works('d')), /a failed/)
  assert.deepEqual(ended, ['a', 'b', 'c', 'd'])
})

test('ends happen one after the other', async () => {
  const steps: string[] = []
  const slow = (name: string) => async () => {
    steps.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    steps.push(`${name} ends`)
  }
  await endAll(slow('a'), slow('b'))
  assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends'])
})
