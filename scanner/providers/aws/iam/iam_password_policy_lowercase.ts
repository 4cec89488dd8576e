import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_lowercase',
  rule: 'lowercase',
  character: 'a lowercase letter',
  label: 'Require at least one lowercase letter',
  argument: 'require_lowercase_characters',
})
