import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  attributeWords,
  found,
  judgedBy,
  type Requirement,
  sectionKey,
  sectionsOf,
  shownKeys,
  tableOf,
  wireOf,
} from './tree.ts'

const requirement = (
  id: string,
  attributes: Requirement['attributes'],
  status: Requirement['status'] = 'PASS',
): Requirement => ({
  id,
  name: `Name of ${id}`,
  description: '',
  attributes,
  checkIds: ['s3_bucket_public_access'],
  status,
  reason: 'all_passed',
  detail: null,
  checks: { named: 7, failed: 1, unread: 2, excluded: 0, missing: 3, passed: 1, not_applicable: 0 },
})

test('attributes that are empty, or repeat the texts of the requirement, are not shown', () => {
  const said = { id: 'SEC01-BP01', name: 'Separate accounts', description: 'One for each use.' }
  const metadata = {
    Section: 'Security Foundations',
    Weight: 0,
    Name: `${said.id} ${said.name}`,
    Title: said.name,
    Description: said.description,
    StigID: said.id,
    References: '',
    Dimensiones: [],
  }
  const attributes = { metadata: [metadata], check_ids: ['a_check'] }
  deepEqual(wireOf({ ...said, attributes }), {
    metadata: { Section: 'Security Foundations', Weight: 0 },
    checkIds: ['a_check'],
  })
  deepEqual(wireOf({}), { metadata: {}, checkIds: [] })
})

test('sections are read off the attributes that a framework has', () => {
  const cis = [
    requirement('1.1', { Section: '1', Profile: 'Level 1' }, 'FAIL'),
    requirement('1.2', { Section: '1', Profile: 'Level 2' }),
    requirement('2.1', { Section: '2', Profile: 'Level 1' }, 'MANUAL'),
  ]
  equal(sectionKey(cis), 'Section')
  deepEqual(shownKeys(cis), ['Profile'])
  deepEqual(
    sectionsOf(cis).map(({ title, failed, passed, manual }) => [title, failed, passed, manual]),
    [
      ['Section 1', 1, 1, 0],
      ['Section 2', 0, 0, 1],
    ],
  )
})

test('requirements are in the order that people count in', () => {
  const [section] = sectionsOf(['1.10', '1.2', '1.1'].map((id) => requirement(id, {})))
  deepEqual(
    section?.requirements.map(({ id }) => id),
    ['1.1', '1.2', '1.10'],
  )
})

test('an attribute that is the same everywhere, or another for each, makes no sections', () => {
  const flat = [
    requirement('a', { Section: '1', SubSection: 'x' }),
    requirement('b', { Section: '1', SubSection: 'y' }),
  ]
  equal(sectionKey(flat), undefined)
  deepEqual(
    sectionsOf(flat).map(({ title, requirements }) => [title, requirements.length]),
    [['', 2]],
  )
  deepEqual(sectionsOf([]), [])
})

test('requirements without the attribute of the sections are among the others', () => {
  const some = [
    requirement('a', { Section: 'EC2' }),
    requirement('b', { Section: 'EC2' }),
    requirement('c', {}),
  ]
  deepEqual(
    sectionsOf(some).map(({ title }) => title),
    ['EC2', 'Other'],
  )
})

test('a status comes with how many checks judged', () => {
  equal(judgedBy(requirement('a', {})), '2 of 7 checks')
  const none = {
    named: 0,
    failed: 0,
    unread: 0,
    excluded: 0,
    missing: 0,
    passed: 0,
    not_applicable: 0,
  }
  equal(judgedBy({ checks: none }), 'no checks')
})

test('requirements are found by words of their names and of their checks', () => {
  const all = [requirement('1.1', {}), requirement('1.2', {})]
  equal(found(all, 'public 1.2').length, 1)
  equal(found(all, ' ').length, 2)
  equal(found(all, 'nothing').length, 0)
})

test('the table of what is shown has a column for each attribute', () => {
  const [head, row] = tableOf([requirement('1.1', { Section: '1', Weight: 10 })])
  deepEqual(head?.slice(-2), ['Section', 'Weight'])
  deepEqual(row?.slice(-2), ['1', 10])
  equal(attributeWords('LevelOfRisk'), 'Level of risk')
})
