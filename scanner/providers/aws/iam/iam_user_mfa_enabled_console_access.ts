import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_mfa_enabled_console_access',
  title: 'User with a console password signs in with MFA',
  description:
    'Reads from the credential report whether each user has a console password, and whether an MFA device is active.',
  risk: 'A password alone is phished, guessed or reused; with it goes everything the user may do.',
  decision:
    'Fails when a user has a console password and no active MFA device, by a report that can be four hours old. Passes when there is a device of any kind, and when there is no password. Access keys do not count here, nor does the root user.',
  fix: {
    text: 'Register an MFA device for the user, or take the console password away.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Multi-factor authentication choose Assign MFA device and choose its kind.',
      'Let the person follow the steps with the device at hand.',
      'If nobody needs the password, choose Manage console access instead, then Disable access.',
    ],
    cli: 'aws iam enable-mfa-device --user-name <name> --serial-number <device serial> --authentication-code1 <code> --authentication-code2 <next code>',
    terraform: `# Terraform registers no device; this leaves a session without MFA little but to register one.
resource "aws_iam_group_policy" "mfa_first" {
  name  = "mfa-first"
  group = aws_iam_group.people.name
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Deny"
      NotAction = [
        "iam:ListMFADevices", "iam:CreateVirtualMFADevice", "iam:EnableMFADevice",
        "iam:GetUser", "iam:ChangePassword", "sts:GetSessionToken",
      ]
      Resource  = "*"
      Condition = { BoolIfExists = { "aws:MultiFactorAuthPresent" = "false" } }
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  links: [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_examples_aws_my-sec-creds-self-manage.html',
  ],
  over: 'users',
  needs: ['credentials'],
  judge({ name, credentials: { password, mfa, reported_at } }, { now }) {
    const by = reported(reported_at, now)
    if (!password) return pass(`${name} has no console password, ${by}.`)
    return mfa
      ? pass(`${name} has a console password and an MFA device, ${by}.`)
      : fail(`${name} has a console password and no MFA device, ${by}.`)
  },
})
