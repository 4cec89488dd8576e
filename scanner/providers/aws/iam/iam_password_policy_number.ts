import { passwordRule } from './password-rules.ts'

export default passwordRule({
  id: 'iam_password_policy_number',
  rule: 'numbers',
  character: 'a digit',
  flag: '--require-numbers',
})
