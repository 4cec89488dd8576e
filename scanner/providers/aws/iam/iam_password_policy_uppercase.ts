import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_uppercase',
  rule: 'uppercase',
  character: 'an uppercase letter',
  flag: '--require-uppercase-characters',
})
