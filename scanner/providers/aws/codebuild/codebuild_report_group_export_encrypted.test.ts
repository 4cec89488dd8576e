import { verify } from '../../../kit/verify.ts'
import check from './codebuild_report_group_export_encrypted.ts'
import { reportGroup } from './worlds.ts'

verify(check, {
  pass: [reportGroup()],
  fail: [reportGroup({ export_encrypted: false })],
  none: [reportGroup({ export_encrypted: null })],
})
