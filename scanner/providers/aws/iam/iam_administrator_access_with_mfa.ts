import { fail, pass } from '../../../kit/index.ts'
import { holdsAdministratorAccess } from './attachments.ts'
import { reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_administrator_access_with_mfa',
  title: 'IAM group with AdministratorAccess has only members with MFA enabled',
  description:
    'Finds the groups with the AWS managed policy AdministratorAccess. Reads the password, active access keys and MFA device of each member from the credential report.',
  risk: 'A guessed or phished administrator password gives an attacker control of the entire account.',
  decision:
    'Fails if a member of a group with AdministratorAccess has a console password or an active access key and no MFA device. Passes if each such member has an MFA device of any type, if the group has no members, or if AdministratorAccess is not attached to it. Other policies with equivalent permissions do not count. The check does not read whether access keys work without MFA. A member who is newer than the report, which can be four hours old, is reported as a coverage gap.',
  fix: {
    text: 'Register an MFA device for each member, or remove the member from the group.',
    console: [
      'Open IAM, choose User groups, then the group, and find the members in the finding on the Users tab.',
      'Open each user, choose the Security credentials tab, and under Multi-factor authentication choose Assign MFA device.',
      'Have the user register a passkey, a security key or an authenticator app.',
      'Remove users who do not need administrator access: select the user on the Users tab and choose Remove.',
    ],
    cli: 'aws iam remove-user-from-group --group-name <group> --user-name <user>',
    terraform: `resource "aws_iam_group_membership" "administrators" {
  name  = "administrators"
  group = aws_iam_group.administrators.name
  users = ["alice", "bob"] # those who have registered an MFA device
}`,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  over: 'groups',
  needs: [],
  with: { users: { by: 'uid', fields: ['name', 'groups', 'credentials'] } },
  judge(group, { now, joined: { users } }) {
    const { name } = group
    if (!holdsAdministratorAccess(group)) {
      return pass(`Group ${name} does not have AdministratorAccess attached.`)
    }
    const members = users.where(({ groups }) => groups.includes(name))
    if (members.length === 0)
      return pass(`Group ${name} has AdministratorAccess attached and no members.`)
    const by = reported(members[0]?.credentials.reported_at ?? null, now)
    const bare = members.filter(({ credentials: { password, mfa, access_keys } }) => {
      return !mfa && (password || access_keys.some(({ active }) => active))
    })
    return bare.length === 0
      ? pass(
          `Every member of group ${name} with a password or an active access key has an MFA device, ${by}.`,
        )
      : fail(
          `These members of group ${name}, which has AdministratorAccess attached, have no MFA device, ${by}: ${bare.map((it) => it.name).join(', ')}.`,
        )
  },
})
