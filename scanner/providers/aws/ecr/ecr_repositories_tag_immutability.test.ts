import { verify } from '../../../kit/verify.ts'
import check from './ecr_repositories_tag_immutability.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository()],
  fail: [
    repository({ tag_mutability: 'MUTABLE' }),
    repository({ tag_mutability: 'IMMUTABLE_WITH_EXCLUSION' }),
  ],
})
