/** Codes of the envelope, each with its HTTP status (API-004, D-02). */
export const codes = {
  ok: 20000,
  invalid: 40000,
  refused: 40100,
  forbidden: 40300,
  notFound: 40400,
  conflict: 40900,
  tooLarge: 41300,
  tooMany: 42900,
  unexpected: 50000,
  unavailable: 50300,
  tookTooLong: 50400,
  noToken: 50008,
  sessionEnded: 50012,
  tokenExpired: 50014,
} as const
export type Code = (typeof codes)[keyof typeof codes]

export const httpStatus: Record<Code, number> = {
  [codes.ok]: 200,
  [codes.invalid]: 400,
  [codes.refused]: 401,
  [codes.forbidden]: 403,
  [codes.notFound]: 404,
  [codes.conflict]: 409,
  [codes.tooLarge]: 413,
  [codes.tooMany]: 429,
  [codes.unexpected]: 500,
  [codes.unavailable]: 503,
  [codes.tookTooLong]: 504,
  [codes.noToken]: 401,
  [codes.sessionEnded]: 401,
  [codes.tokenExpired]: 401,
}

/** The session is over; the client opens the logout dialog (API-006, SES-044). */
export const sessionOverCodes: readonly number[] = [codes.noToken, codes.sessionEnded, codes.tokenExpired]

/** What stands beside a fixed text, as the `data` of the answer: `address` is the reference that leads to no schema. */
export type FaultDetail = { address: string }

/** A fault with a code of the catalogue and a text meant for the person (ERR group). */
export class ApiError extends Error {
  readonly code: Code
  readonly detail: FaultDetail | null
  constructor(code: Code, message: string, detail: FaultDetail | null = null) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.detail = detail
  }
}

/** Fixed texts, word for word as specified, misspellings included. */
export const texts = {
  ok: 'ok',
  wrongCredentials: 'Wrong username or password.',
  inactive: 'This account is not active.',
  forbidden: 'You are not allowed to do this.',
  documentNotFound: 'Document not found',
  fileTooLarge: 'File must be under 20 MiB',
  tooManyAttempts: 'Too many attempts. Please try again later.',
  unexpected: 'Something unexpected happened.',
  loggedOut: 'You have been logged out.',
  noValidData: 'no valid data',
  missingProperties: 'cannot be run because of missing properties',
  cannotExport: 'cannot export selected uploads',
  importsFailed: 'error while fetching all imports.',
  importIdsFailed: 'error while fetching importIds for the selected pipeline.',
  importRunning: 'Cannot create or edit the import. There is already an import running for this pipeline.',
  alreadyPlanned: 'There is already a planned import for this pipeline.',
  editWhileRunning: 'Cannot edit the import. An import is already running.',
  editWhilePending: 'Cannot edit the import. An immediate import is pending.',
  notRunning: 'The import is not running.',
  noValidUpload: 'Not all data sources have a valid upload',
  noCountries: 'Master pipeline has no country pipelines',
  schemaNotExist: 'Schema not exist.',
  pleaseInputName: 'Please input name',
  nameExists: 'This name already exists in the folder',
  changedBySomebody: 'The document was changed by somebody else, please reload it',
  componentContainsItself: 'The component contains itself',
  countryNeedsMaster: 'Country Pipeline must inherit from a master pipeline',
  countryInheritsItself: 'Country Pipeline cannot inherit from itself',
  masterNeedsComponent: 'Master pipeline must invoke a component',
  sameSourceName: 'Two data sources have the same name',
  componentCycle: 'The component has a cycle',
  lockedVersionDelete: 'A locked version cannot be deleted',
  nothingToUpdate: 'Nothing to update',
  previewOutdated: 'The preview is out of date, please compute it again',
  folderNotEmpty: 'Folder is not empty',
  lostConnection: 'Lost connection to server',
  verificationFailed: 'Verification failed, please Login again.',
  logsNotAvailable: 'Currently, logs are not available.',
  noLogs: 'There are no logs.',
  aborted: 'Pipeline process aborted',
  notConnected: 'Not connected to a pipeline',
  passwordRule: 'The password must contain at least one lowercase, one uppercase, one digit and a special character',
  passwordHasUserName: 'The password should not contain the username',
  passwordHasPart: 'The password should not contain a part of the username',
  badPasswordLink: 'cannot create password. invalid or expired token.',
  passwordsDiffer: "The passwords don't match !",
  passwordSet: 'The password has been successfully set.',
  checkPassword: 'Something went wrong. Please check the password you typed.',
  noEndpoint: 'The pipeline has no endpoint',
  pleaseInputVersion: 'Please input version',
  moduleExists: 'This module already exists',
  connectionExists: 'This connection already exists',
  ownDatabase: 'This is the database of Millrace itself: no connection may lead to it',
  unknownTag: 'Unknown tag',
  testTookTooLong: 'The test took too long.',
  onlyOutputsAsTables: 'Only output files can be downloaded in another format, as CSV or XLSX',
  noRejectedRecords: 'The upload has no rejected records',
  recordTooLarge: 'The record is too large to show. Download the rejected records instead.',
  dateInPast: 'The scheduled date is in the past',
  deleteRunning: 'Cannot delete a running import.',
  deleteFinished: 'Cannot delete a finished import.',
  realTimeUnavailable: 'Real-time source is not available',
  importCancelled: 'The current import is cancelled.',
  cancelImport: 'Do you want to cancel the import?',
  switchToNow: 'If you select now and execute it will delete the last import, Do you want continue? ',
  only31st: 'The import job will only run in a month where month ends with 31st.',
  notFebruary: 'The import job will not run in February month.',
  onlyLeapFebruary: 'The import job will not run in February month, except leap year.',
  unknownKind: 'Unknown kind',
  folderCannotMove: 'The folder cannot be moved there',
  documentCannotMove: 'The document cannot be moved there',
  waitForTree: 'Please wait while we are loading this tree ...',
  cannotCreateFolder: 'cannot create folder',
  passwordTooShort: 'The password can not be less than 6 digits',
  wrongCode: 'Wrong code.',
  verificationExpired: 'The verification has expired, please log in again.',
  codesCopied: 'The codes are copied to clipboard',
  cannotAskReset: 'cannot ask for reset password.',
  recoveryLinkSent:
    'If your email address exists in our database, you will receive a password recovery link at your email address in a few minutes.',
  checkEmail: 'Something went wrong. Please check the email you typed.',
  cannotGetUsers: 'can not get users',
  cannotToggleUsers: 'cannot toggle users property',
  cannotDeleteUsers: 'cannot delete users',
  cannotResetTfa: 'cannot reset TFA',
  cannotResetPassword: 'cannot reset password',
  cannotFetchUsersPipelines: 'cannot fetch the users pipelines',
  firstNameMissing: 'Please input first name',
  lastNameMissing: 'Please input last name',
  nameLength: 'Length should be 3 to 5',
  nameScripts: 'Please use letters of one alphabet, without hidden characters',
  emailMissing: 'Please input email',
  emailMalformed: 'Please input correct email address',
  roleMissing: 'Please select a role',
  needsAdminBadge: 'User must have at least one of your admin badges',
  addressRefused:
    'You cannot change this email address: the person holds badges or pipelines that you may not give. Ask a super-admin.',
  passwordChosen: 'This person has chosen a password already. Reset password sends them a link for a new one.',
  linkIsMailed: 'Mails are sent here: use Send again, which mails the link to the person.',
  linkRefused:
    'You cannot copy this link: the person holds badges or pipelines that you may not give. Ask a super-admin.',
  emailTaken: 'This email address is already used',
  userUpdated: 'The user data has been updated successfully.',
  userCreated: 'The new user has been created successfully.',
  userDeleted: 'User deleted successfully',
  usersActivated: 'Activation for the selected users has been successfully turned on.',
  usersDeactivated: 'De-activation for the selected users has been successfully turned off.',
  usersDeleted: 'Selected users deleted successfully.',
  deleteUser: 'Do you want to delete this user?',
  passwordReset: 'Password reset successful for the user.',
  tfaReset: 'ResetTFA successful for the user.',
  reopenBadges: 'To see changes reflected in the pipeline list, please save the user and re-open this dialog',
  noTags: 'Currently, There are no tags',
  tagNameMissing: 'Please input tag name',
  tagExists: 'This tag already exists',
  tagCreated: 'Tag successfully created',
  tagUpdated: 'Tag successfully updated',
  tagDeleted: 'Tag deleted successfully',
  tagUsed: 'Tag cannot be deleted because it is currently used',
  unknownError: 'Unkwown error',
  saveModifications: 'Do you want to save the current modifications?',
  onlyPipelinesRun: 'Upload, import and export are only available for pipelines',
  avatarRefused: 'The picture must be a PNG, JPEG or WebP of at most 64 KiB',
} as const

export const textWith = {
  missingFields: (names: readonly string[]) => `Missing field(s) : ${names.join(', ')}`,
  invalidFields: (names: readonly string[]) => `Invalid field(s) : ${names.join(', ')}`,
  unknownSource: (dataSubKind: string) => `Unknown data source ${dataSubKind}`,
  /** `advice`: what to do instead, a sentence without its full stop. */
  fileTypeRefused: (dataSubKind: string, advice: string) =>
    `The file type is not accepted for ${dataSubKind}. ${advice}`,
  portProblem: (name: string) => `duplicate or missing port: ${name}`,
  moduleNotAllowed: (name: string) => `Module ${name} is not allowed`,
  usedBy: (names: readonly string[]) => `Document is used by ${names.join(', ')}`,
  secretOption: (name: string) =>
    `The option ${name} would be shown to others. A password belongs into the connection string.`,
  cannotUpdate: (name: string, reason: string) => `${name} cannot be updated. ${reason}`,
  alreadyLocked: (version: number) => `Version ${version} is already locked`,
  notLocked: (version: number) => `Version ${version} is not locked`,
  cannotLock: (type: string, name: string, version: number) =>
    `Cannot lock: ${type} ${name} version ${version} is not locked`,
  cannotLockUnseen: 'Cannot lock: a document you do not see is not locked',
  schemaInvalid: (reason: string) => `The schema is not valid: ${reason}`,
  cannotConvert: (reason: string) => `The file cannot be converted: ${reason}`,
  typeHeadersAgain: (dataSubKind: string) =>
    `Enter the headers of ${dataSubKind} again. Hidden headers are kept only while the address stays on the same host.`,
  typeAddressAgain: (name: string) =>
    `Enter the address of ${name} again. The hidden part is kept only while the address is left as it is shown.`,
  noInheritedField: (pointer: string) => `The country has no field ${pointer} that it could take over from its master`,
  countryOfAnother: (name: string) => `${name} does not inherit from this master`,
  queryOfMaster: (dataSubKind: string) =>
    `The query of ${dataSubKind} is shown to nobody but those who may edit the master. Ask one of them to take it over.`,
  typeQueryAgain: (dataSubKind: string) => `Enter the query of ${dataSubKind} again.`,
  allUsersQuestion: (action: 'delete' | 'activate' | 'de-activate') => `Do you want to ${action} all the users?`,
  runQuestion: (name: string) => `Do you want to run the pipeline : ${name}`,
} as const

export const invalid = (message: string) => new ApiError(codes.invalid, message)
/** `address`: the reference as the caller wrote it; null where it stands in something the caller may not see. */
export const schemaNotExist = (address: string | null) =>
  new ApiError(codes.invalid, texts.schemaNotExist, address === null ? null : { address })
export const forbidden = () => new ApiError(codes.forbidden, texts.forbidden)
export const notFound = (message: string = texts.documentNotFound) => new ApiError(codes.notFound, message)
export const conflict = (message: string) => new ApiError(codes.conflict, message)
