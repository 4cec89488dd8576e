const token = link.get('token')
if (token) {
  const reset = async () => {
    const password = element('password').value
    const { email } = await post('/password-resets/confirm', 'password-resets', { token, password })
    return `The password of ${email} is set. Sign in with it.`
  }
  const isFinal = ({ code }) => code === 'token_invalid'
  offer('reset', reset, { isFinal })
} else {
  explain('message')
}
