import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_symbol',
  rule: 'symbols',
  character: 'a symbol',
  label: 'Require at least one non-alphanumeric character',
  argument: 'require_symbols',
})
