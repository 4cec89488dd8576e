import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_uppercase',
  rule: 'uppercase',
  character: 'an uppercase letter',
  label: 'Require at least one uppercase letter',
  argument: 'require_uppercase_characters',
})
