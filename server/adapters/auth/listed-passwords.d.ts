// What we use of fxa-common-password-list, which comes without types.
declare module 'fxa-common-password-list' {
  const list: { test(passwordInSmallLetters: string): boolean };
  export default list;
}
