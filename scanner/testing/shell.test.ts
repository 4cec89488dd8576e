import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandProblems } from './shell.ts'

const right: readonly string[] = [
  'aws kms enable-key-rotation --key-id <id>',
  'aws kms cancel-key-deletion --key-id <id> && aws kms enable-key --key-id <id>',
  'aws iam list-users --output text | aws iam delete-user --user-name <user name>',
  `aws s3api put-bucket-encryption --bucket <name> --server-side-encryption-configuration '{"Rules":[{"BucketKeyEnabled":true}]}'`,
  `aws rds modify-db-instance --options='{"Days":<days>,"Name":"<a name>"}'`,
  `aws logs put-metric-filter --filter-pattern '{ ($.eventName = "a") && ($.b != "*") }'`,
  `aws ecs update-service --network-configuration 'awsvpcConfiguration={subnets=[<subnet-id>]}'`,
  `aws ec2 modify-image-attribute --launch-permission 'Remove=[{Group=all}]'`,
  'aws ec2 create-tags --tags Key=owner,Value="a \\"name\\""',
  'aws sqs set-queue-attributes --attributes file://attributes.json',
  'gh repo edit <owner>/<repository> --delete-branch-on-merge',
  `gh api --method POST repos/<owner>/<repository>/rulesets --field 'rules[][type]=deletion'`,
  `echo '{"rules":[{"type":"<type>"}]}' | gh api --method POST repos/<owner>/<repository>/rulesets --input -`,
  `kubectl patch deployment <name> --namespace <namespace> --patch '{"spec":{"ports":[{"port":<port>}]}}'`,
]
for (const command of right) {
  test(`${command} can be pasted`, () => assert.deepEqual(commandProblems(command), []))
}

const wrong: readonly (readonly [command: string, says: RegExp])[] = [
  ['aws iam update-account-password-policy --require-symbols …', /not one whole line/],
  ['aws kms list-keys\naws kms list-keys', /not one whole line/],
  ['', /It calls ""/],
  [`aws kms tag-resource --tags 'a`, /bash does not parse it/],
  ['aws kms list-keys &&', /It calls ""|bash does not parse it/],
  ['curl https://example.com', /It calls "curl"/],
  ['aws kms list-keys | sh', /It calls "sh"/],
  [`echo '{"a":1}' && gh api --method POST x --input -`, /It calls "echo"/],
  [`echo '{"a":1}' | gh api --method POST x`, /It calls "echo"/],
  [`echo '{"a":1,}' | gh api --method POST x --input -`, /does not parse/],
  [`echo a | gh api --method POST x --input -`, /It calls "echo"/],
  ['aws --version', /It calls "aws"/],
  ['kubectl --help', /It calls "kubectl"/],
  ['gh auth token', /It calls "gh"/],
  ['gh repo', /It calls "gh"/],
  ['aws kms list-keys; aws kms list-keys', /something of its own at "; aws/],
  ['aws kms list-keys || aws kms list-aliases', /after what has failed/],
  ['aws kms tag-resource --key-id $KEY', /something of its own/],
  ['aws kms tag-resource --key-id "$(cat key)"', /something of its own/],
  ['aws s3 rm s3://<bucket>/*', /something of its own/],
  ['aws s3 ls > all.txt', /something of its own/],
  ['aws s3api put-x --rules Rules=[{A=b}]', /something of its own/],
  [`aws s3api put-x --rules "{\\"a\\":1}"`, /not in single quotes/],
  [`aws s3api put-x --rules '{"a":1,}'`, /does not parse/],
  [`aws s3api put-x --rules '[{"a":<days>]'`, /does not parse/],
]
for (const [command, says] of wrong) {
  test(`${JSON.stringify(command)} is refused`, () => {
    assert.match(commandProblems(command).join(' '), says)
  })
}
