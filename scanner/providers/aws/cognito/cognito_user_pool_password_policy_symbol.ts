import { characterRule } from './character-rule.ts'

export default characterRule({
  id: 'cognito_user_pool_password_policy_symbol',
  rule: 'symbols',
  character: 'a symbol',
  option: 'Contains at least 1 special character',
  argument: 'require_symbols',
  member: 'RequireSymbols',
})
