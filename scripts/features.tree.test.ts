/** The list of `server/features/index.ts`. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { definers, features, tables } from '../server/features/index.ts'
import { platformDefiners } from '../server/platform/db/definers.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

test('every feature has the name of its folder, and every folder is in the list', () => {
  const folders = sourceFiles(root, ['ts']).flatMap((path) => {
    const [, folder] = /^server\/features\/([^/]+)\/index\.ts$/.exec(path) ?? []
    return folder === undefined || folder === 'seed' ? [] : [folder] // which the server does not load
  })
  assert.deepEqual(features.map(({ name }) => name).toSorted(), folders.toSorted())
})

test('a table, a task and a definer function belong to one module each', () => {
  const tasks = features.flatMap((feature) => feature.tasks.map(({ name }) => name))
  const functions = [platformDefiners, ...features.map((feature) => feature.definers)]
  for (const names of [tables.map(({ name }) => name), tasks, functions.flatMap(Object.keys)])
    assert.deepEqual(names, [...new Set(names)])
  assert.deepEqual(Object.keys(definers), functions.flatMap(Object.keys))
})
