import { activity } from './activity.ts';
import { browsers } from './browsers.ts';
import { deletion } from './delete.ts';
import { devices } from './devices.ts';
import { drops } from './drops.ts';
import { email } from './email.ts';
import { myData } from './my_data.ts';
import { newDevices } from './new_devices.ts';
import { oneTimeCodes } from './one_time_codes.ts';
import { organisations } from './organisations.ts';
import { overview } from './overview.ts';
import { passkeys } from './passkeys.ts';
import { password } from './password.ts';
import { recoveryCodes } from './recovery_codes.ts';
import { signIn } from './sign_in.ts';

/** The account page, a page for each section. */
export const accountPages = [
  overview,
  devices,
  browsers,
  activity,
  signIn,
  drops,
  organisations,
  myData,
  email,
  password,
  oneTimeCodes,
  recoveryCodes,
  passkeys,
  newDevices,
  deletion,
].flat();
