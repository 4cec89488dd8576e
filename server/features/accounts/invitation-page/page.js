const token = link.get('token')
const value = (id) => element(id).value
const joined = 'You are a member now.'
if (token) {
  const forms = element('forms')
  const signUp = async () => {
    const about = { name: value('name'), email: value('new-email'), password: value('new-password') }
    await post('/users', 'users', { ...about, invitation_token: token }) // logs keep queries
    return joined
  }
  const join = async () => {
    const otp = value('otp')
    const signIn = { email: value('email'), password: value('password'), ...(otp && { otp }) }
    const { access } = await post('/tokens', 'tokens', signIn)
    await post('/invitations/accept', 'invitations', { invitation_token: token }, `Bearer ${access}`)
    return joined
  }
  // A 404 may be about a mistyped email address.
  const isFinal = ({ status, code }) => status === 410 || code === 'invitation_not_pending'
  offer('sign-up', signUp, { shown: forms, isFinal })
  offer('join', join, { shown: forms, isFinal })
} else {
  explain('invitation')
}
