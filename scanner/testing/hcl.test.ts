import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHcl } from './hcl.ts'

test('a body is its attributes and blocks, with their labels', () => {
  const text = `
# a comment, // and another
resource "aws_s3_bucket" "logs" {
  bucket        = "logs" // a third
  force_destroy = !true

  /* of several
     lines */
  versioning { enabled = true }
  timeouts {}
}
locals {
  a = 1
}`
  const { attributes, blocks } = parseHcl(text)
  assert.deepEqual(attributes, [])
  const inner = (type: string, names: string[]) => ({
    type,
    labels: [],
    attributes: names,
    blocks: [],
  })
  assert.deepEqual(blocks, [
    {
      type: 'resource',
      labels: ['aws_s3_bucket', 'logs'],
      attributes: ['bucket', 'force_destroy'],
      blocks: [inner('versioning', ['enabled']), inner('timeouts', [])],
    },
    inner('locals', ['a']),
  ])
})

const values: readonly string[] = [
  'null',
  '-1.5e3',
  '"plain \\"text\\" \\u00e9 \\\\"',
  '"arn:${data.aws_partition.current.partition}:s3:::${var.name}/*"',
  '"$${not_put_in} %%{if} 100%"',
  '"%{ if var.on }yes%{ else }no%{ endif }"',
  '"${lookup(var.names, "a", "b")}"',
  'aws_sqs_queue.orders[0].arn',
  'aws_sqs_queue.orders[*].arn',
  'aws_instance.web.*.id',
  'var.on ? "a" : "b"',
  'var.a + 1 >= 2 && !var.b || var.c != null',
  '[]',
  '["a", "b",]',
  '[\n  "a",\n  # why\n  "b"\n]',
  '{}',
  '{ a = 1, "b" = 2, (var.c) = 3, d : 4 }',
  '{\n  a = 1\n  b = [{ c = 2 }]\n}',
  'jsonencode({\n  Statement = [{\n    Effect = "Deny"\n    Condition = { Bool = { "aws:SecureTransport" = "false" } }\n  }]\n})',
  'merge(var.a, { b = 1 })',
  'max(var.all...)',
  'f(\n  1,\n  2\n)',
  'provider::aws::arn_parse(var.arn)',
  'toset(["a"])',
  '[for name in var.names : upper(name) if name != ""]',
  '{ for key, value in var.all : key => value... }',
  '(\n  1 + 2\n)',
  '<<EOT\n{"a": "${var.b}"}\nEOT',
  '<<-EOT\n    text with "quotes" and EOT in it\n    EOT',
]
for (const value of values) {
  test(`${JSON.stringify(value)} is a value`, () => {
    assert.deepEqual(parseHcl(`a = ${value}\nb = 1\n`).attributes, ['a', 'b'])
    parseHcl(`x "y" {\n  a = ${value}\n}`)
  })
}

const wrong: readonly (readonly [text: string, says: RegExp])[] = [
  ['resource "a" "b" {', /Line 1: expected "\}", found "the end"/],
  ['resource "a" "b" {\n  a = 1\n}}', /Line 3/],
  ['a', /Line 1: expected "\{"/],
  ['a =', /a value/],
  ['a = \n1', /a value/],
  ['a = 1 b = 2', /the end of the line/],
  ['a { b = 1 c = 2 }', /the end of the line/],
  ['a { b = 1, c = 2 }', /the end of the line/],
  ['a {\n  b = 1\n  b = 2\n}', /one b in its block/],
  ['a = { b = 1 c = 2 }', /a comma or the end of the line/],
  ['a = { b = 1, b = 2 }', /one b in its object/],
  ['a = { b }', /"=" or ":"/],
  ['a = [1 2]', /"\]"/],
  ['a = [1, 2', /"\]"/],
  ['a = "b', /the end of the text/],
  ['a = "b\nc"', /the end of the text/],
  ['a = "\\d"', /an escape/],
  ['a = "${b"', /"\}"/],
  ['a = "${}"', /a value/],
  ['a = "%{ what }"', /a directive/],
  ["a = 'b'", /a value/],
  ['a = f(1', /"\)"/],
  ['a = f(1 2)', /"\)"/],
  ['a = 1 +', /a value/],
  ['a = b ? 1', /":"/],
  ['a = b.', /a name/],
  ['a = <<EOT\nb\n', /EOT on a line of its own/],
  ['a = [for b in c]', /":"/],
  ['a = {for b in c : b}', /"=>"/],
  ['resource "a b" "c" {}', /a plain label/],
  ['{"resource": {}}', /a block or an attribute/],
  ['a = 1 = 2', /the end of the line/],
  ['a == 1', /"\{"/],
]
for (const [text, says] of wrong) {
  test(`${JSON.stringify(text)} is refused at its place`, () => {
    assert.throws(() => parseHcl(text), { name: 'SyntaxError', message: says })
  })
}
