if (link.get('token')) {
  const confirm = async () => {
    const [email, password, otp] = ['email', 'password', 'otp'].map((id) => element(id).value)
    const signIn = { email, password, ...(otp && { otp }) }
    const { access } = await post('/tokens', 'tokens', signIn)
    const token = link.get('token')
    const path = '/users/me/email-verification/confirm'
    const user = await post(path, 'email-verifications', { token }, `Bearer ${access}`)
    return `${user.email} is confirmed.`
  }
  // A 404 may be about another user's email address and password.
  offer('confirm', confirm, { isFinal: () => false })
} else if (link.get('release')) {
  offer('release', async () => {
    const token = link.get('release')
    const { email } = await post('/email-verification/release', 'email-releases', { token })
    return `${email} is released.`
  })
} else {
  explain('email')
}
