import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_number',
  rule: 'numbers',
  character: 'a digit',
  label: 'Require at least one number',
  argument: 'require_numbers',
})
