/** The program of the thread that passes on what the person's hands do. Its errors cross in the words of the catalog. */
import { toDriverError } from '../../../../errors/to-driver-error.js';
import { serveThread } from '../../../../kit/thread/serve.js';
import { asDisplayError, type DisplayAddress } from '../../display.js';
import { openHands } from './open-hands.js';

void serveThread(openHands, (error, { display }: DisplayAddress) => toDriverError(asDisplayError(error, display)).toShape());
