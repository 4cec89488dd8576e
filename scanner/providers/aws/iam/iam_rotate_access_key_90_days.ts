import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { days, reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

const maxAgeDays = 90

export default check({
  id: 'iam_rotate_access_key_90_days',
  title: 'Active access keys are at most 90 days old',
  description:
    'Reads from the credential report when each active access key of the users and of the root user was made.',
  risk: 'Keys spread into files, images and logs with time; an old key is one that more and more places may have leaked.',
  decision:
    'Fails when an active key is older than 90 days, counted in whole days, or of unknown age. Passes when every active key is at most 90 days old, and when there is none. Of two keys the worse decides. Inactive keys do not count, and the limit cannot be configured.',
  fix: {
    text: 'Replace each key before it is 90 days old, or better, let the program use a role.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Access keys choose Create access key, and give the new key to whatever uses the old one.',
      'When Last used of the old key no longer changes, choose Actions, then Deactivate.',
      'Some days later choose Actions, then Delete.',
      'Where the program runs in AWS, give it a role instead, and no key is left to rotate.',
    ],
    cli: 'aws iam create-access-key --user-name <name>',
    terraform: `# A role in place of a key: its credentials change by themselves.
resource "aws_iam_role" "backup" {
  name = "backup"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id-credentials-access-keys-update.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html'],
  over: 'keyHolders',
  needs: ['credentials'],
  judge(holder, { now }) {
    const { access_keys, reported_at } = holder.credentials
    const who = holderOf(holder)
    const by = reported(reported_at, now)
    const active = access_keys.filter((key) => key.active)
    if (active.length === 0) return pass(`No access key of ${who} is active, ${by}.`)
    return active.map(({ slot, rotated_at }) => {
      const what = `The access key ${slot} of ${who}`
      if (rotated_at === null) return fail(`${what} is of unknown age, ${by}.`)
      const age = daysSince(rotated_at, now)
      const sentence = `${what} is ${days(age)} old, ${by}.`
      return age > maxAgeDays ? fail(sentence) : pass(sentence)
    })
  },
})
