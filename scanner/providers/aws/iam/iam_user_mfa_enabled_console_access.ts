import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_mfa_enabled_console_access',
  title: 'IAM user with a console password has MFA enabled',
  description:
    'Reads from the credential report whether each user has a console password, and whether an MFA device is active.',
  risk: 'A password alone can be phished, guessed or reused, which gives an attacker all permissions of the user.',
  decision:
    'Fails if a user has a console password and no active MFA device, according to a report that can be four hours old. Passes if there is a device of any type, or if there is no password. Access keys and the root user do not count.',
  fix: {
    text: 'Register an MFA device for the user, or disable console access.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Multi-factor authentication, choose Assign MFA device and choose the device type.',
      'Have the user follow the steps with the device.',
      'If the password is not needed, choose Manage console access instead, then Disable access.',
    ],
    cli: 'aws iam enable-mfa-device --user-name <name> --serial-number <device serial> --authentication-code1 <code> --authentication-code2 <next code>',
    terraform: `# Terraform cannot register a device. Without MFA, this policy allows little more than registering one.
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
    if (!password) return pass(`User ${name} has no console password, ${by}.`)
    return mfa
      ? pass(`User ${name} has a console password and an MFA device, ${by}.`)
      : fail(`User ${name} has a console password and no MFA device, ${by}.`)
  },
})
