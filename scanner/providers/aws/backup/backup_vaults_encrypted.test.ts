import { verify } from '../../../kit/verify.ts'
import check from './backup_vaults_encrypted.ts'
import { vault } from './worlds.ts'

verify(check, {
  pass: [vault(), vault({ key: null, aws_key: true })],
  fail: [vault({ key: null })],
})
