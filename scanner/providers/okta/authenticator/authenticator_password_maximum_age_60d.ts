import { fail, pass } from '../../../kit/index.ts'
import { unlessDirectory } from './directories.ts'
import { check } from './resources.ts'

export default check({
  id: 'authenticator_password_maximum_age_60d',
  title: 'Password policy ends passwords within 60 days',
  description:
    'Reads after how many days passwords have to be changed, by each active password policy.',
  risk: 'A password that nobody noticed was stolen goes on working for as long as it never ends.',
  decision:
    'Fails when passwords have no end or a later one than 60 days, and passes when they have to be changed by then. MANUAL for policies of Active Directory and LDAP. Other standards advise against such an end; exclude the check where you follow those.',
  fix: {
    text: 'Let passwords expire after 60 days or sooner.',
    console: [
      'Open Security > Authenticators, and choose Actions > Edit for Password.',
      'Edit the policy, and enter 60 for Password expires after … days.',
      'Choose Update policy, and tell people when their passwords will end.',
    ],
    cli: null,
    terraform: `resource "okta_policy_password" "employees" {
  name                  = "Employees"
  groups_included       = [okta_group.employees.id]
  password_max_age_days = 60
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/configure-password.htm',
  over: 'policies',
  needs: ['password'],
  judge: (policy) => {
    const { name, password } = policy
    return unlessDirectory(policy, password, () =>
      password.max_age_days > 0 && password.max_age_days <= 60
        ? pass(`The policy “${name}” ends passwords after ${password.max_age_days} days.`)
        : fail(
            `The policy “${name}” ${password.max_age_days === 0 ? 'lets passwords last without an end' : `ends passwords only after ${password.max_age_days} days`}.`,
          ),
    )
  },
})
