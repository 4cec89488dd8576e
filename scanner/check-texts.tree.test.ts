/** The texts of every check: unique sentences, commands that can be pasted, Terraform that parses. */
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { allServices } from './engine/checks.ts'
import { aws, github, kubernetes, okta } from './index.ts'
import { type CheckTexts, missingTexts, sharedTexts, textProblems } from './testing/check-texts.ts'

/** True if every check must have every text. Otherwise checks without a description are exempt. */
const areAllDemanded = true

const services = [
  ...(await allServices(aws)),
  ...(await allServices(github)),
  ...(await allServices(kubernetes)),
  ...(await allServices(okta)),
]
const checks = services.flatMap((service) => service.checks)
const finished = checks.filter(({ description }) => areAllDemanded || description !== undefined)

test('a check that says what it looks at also says how it decides, and how to mend it in three ways', () => {
  const problems = finished.flatMap((check) =>
    missingTexts(check).map((problem) => `${check.id}: ${problem}`),
  )
  deepEqual(problems, [])
})

test('the texts of a check are sentences, and none is another again; its command and its Terraform parse', () => {
  const problems = finished.flatMap((check) =>
    textProblems(check).map((problem) => `${check.id}: ${problem}`),
  )
  deepEqual(problems, [])
})

test('no two checks share a title, a description, a risk, a decision or a fix', () => {
  deepEqual(sharedTexts(finished), [])
})

const right: CheckTexts = {
  id: 'sqs_a',
  title: 'Queue is closed',
  description: 'Reads the policy of the queue.',
  risk: 'Strangers read messages.',
  decision: 'Fails when the policy lets everyone in. Passes else.',
  fix: {
    text: 'Close the queue.',
    console: ['Open the queue.', 'Choose Save.'],
    cli: 'aws sqs remove-permission --queue-url <url> --label <label>',
    terraform: 'resource "aws_sqs_queue" "a" {\n  name = "a"\n}',
  },
  source: 'https://docs.aws.amazon.com/a.html',
  links: ['https://docs.aws.amazon.com/b.html'],
}
const fix = (part: object): Partial<CheckTexts> => ({ fix: { ...right.fix, ...part } })
const resource = right.fix.terraform ?? ''
const wrong: readonly (readonly [name: string, change: Partial<CheckTexts>, says: RegExp])[] = [
  ['a description that is the title', { description: 'Queue is closed.' }, /title is description/],
  ['a decision that is the risk', { decision: right.risk }, /risk is decision again/],
  ['a description that is no sentence', { description: 'the policy' }, /description is no sent/],
  ['a sentence with a hole', { risk: 'Port undefined is open.' }, /risk is no sentence/],
  ['one step', fix({ console: ['Open the queue.'] }), /not 2 to 6 steps/],
  ['a step twice', fix({ console: ['Choose Save.', 'Choose Save.'] }), /a step twice/],
  ['a step that is no sentence', fix({ console: ['Open it.', 'save'] }), /no sentence: save/],
  ['a command that does not parse', fix({ cli: "aws sqs purge-queue 'a" }), /does not parse/],
  ['Terraform that does not parse', fix({ terraform: 'resource "a" "b" {' }), /Line 1/],
  ['Terraform without a resource', fix({ terraform: 'locals {\n  a = 1\n}' }), /has no resource/],
  ['an attribute outside', fix({ terraform: `a = 1\n${resource}` }), /a is in no block/],
  ['a block that is none', fix({ terraform: `${resource}\nresorce "a" "b" {}` }), /resorce/],
  ['a resource without a name', fix({ terraform: 'resource "aws_a" {}' }), /resource\./],
  ['odd blanks', fix({ terraform: resource.replace('  name', '   name') }), /by two blanks/],
  ['a link without TLS', { links: ['http://docs.aws.amazon.com/'] }, /no https address/],
  ['the same link twice', { links: [right.source] }, /linked twice/],
]
for (const [name, change, says] of wrong) {
  test(`${name} is found`, () => {
    const problems = textProblems({ ...right, ...change })
    ok(
      problems.some((problem) => says.test(problem)),
      problems.join('\n'),
    )
  })
}

test('texts that are right are not complained about; a way that there is not is null', () => {
  deepEqual([...textProblems(right), ...missingTexts(right)], [])
  const without = { ...right, ...fix({ cli: null, terraform: null }) }
  deepEqual([...textProblems(without), ...missingTexts(without)], [])
  const { description: _, ...undescribed } = right
  deepEqual(missingTexts(undescribed), ['description is missing.'])
})

test('a text of two checks is found, whatever its case and wherever it stands', () => {
  const other: CheckTexts = {
    ...right,
    id: 'sqs_b',
    title: 'Queue is encrypted',
    description: 'Strangers  read messages.',
    risk: 'Another.',
    decision: 'A third.',
    fix: { text: 'Close the Queue.' },
  }
  deepEqual(sharedTexts([right, other]), [
    'description of sqs_b is that of sqs_a (risk).',
    'fix.text of sqs_b is that of sqs_a (fix.text).',
  ])
})
