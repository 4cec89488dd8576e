/** Policies: parsing, principals that resource policies allow, and permissions of identity policies. */
export { named, parsePolicy, type Statement } from './document.ts'
export { includes, includesAll, matches, only, touches } from './patterns.ts'
export {
  administration,
  assumingAnyRole,
  fullAccess,
  namedAll,
  type Owner,
  passingAnyRole,
  permitsOnOthers,
  permitsSomewhere,
  permittingAnyValue,
} from './permissions.ts'
export { opening, strangers, weight } from './verdict.ts'
