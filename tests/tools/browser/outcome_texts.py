"""What pages say to what was sent to them, a text a line."""

from __future__ import annotations

REFUSING = """\
Invalid username or password.
The password you entered is incorrect. Try again or reset it.
We couldn't find an account with that email.
Your session timed out. Log in again to continue.
That username is taken.
Sorry, something went wrong on our end.
Title can't be blank
This field may not be null.
Please select an item in the list.
Value must be greater than or equal to 1.
Enter a number.
Enter a whole number.
You do not have permission to perform this action.
CSRF verification failed. Request aborted.
Cannot delete this category because it has 3 posts.
The file is too big (max 2 MB).
Unsupported file type.
Upload failed
Payment declined by your bank.
Your card has insufficient funds.
Your card number is incomplete.
Your card's security code is invalid.
Quantity not available.
Only 3 left in stock.
This item is sold out.
Coupon code has expired.
This voucher has already been redeemed.
No rooms available for these dates.
Check-out must be after check-in.
Departure date is before arrival date.
The selected time slot is no longer available.
You've reached the limit of 5 projects on your plan.
Upgrade your plan to add more members.
Rate limit exceeded. Please wait 30 seconds.
Too many login attempts
Account locked for 15 minutes
Your account has been disabled. Contact your administrator.
Passwords don't match
Password must contain a digit
Password is too similar to your name
Use 8 characters or more for your password
Your new password must differ from the old one
Email address not recognised
Not a valid phone number
Phone number needs a country code
Enter a date in the format DD/MM/YYYY
Day out of range
End date cannot be earlier than start date
Merge conflict in README.md
Push rejected: branch is protected
A branch named dev already exists
Repository name is not available
Name has already been taken
Slug already in use by another page
Edit conflict: someone else changed this page while you were editing it.
This page has been modified since you opened it.
Record was changed by another user
Nothing to save
You have not selected anything
No file selected.
No changes were made
Please tick the box to agree to the terms.
You must accept the terms and conditions
Confirm that you are over 18
Complete the captcha
Are you a robot?
The code you entered is wrong.
This code has run out.
This link has expired
This invitation is no longer valid
Delivery to this address is not possible
We don't deliver to your area
Minimum order is 20 EUR
Amount exceeds your balance
Not enough funds
Transfer failed: recipient unknown
Recipient not found
Message not delivered
Message could not be sent: mailbox full
Your message contains blocked words
Comment is awaiting moderation? No: comments are closed.
Comments are closed
Voting has ended
You have already voted
Registration is closed
The event is fully booked
Waiting list is full
Ticket sales ended yesterday
Subject required
Description: This field is required
Age: Ensure this value is less than or equal to 120.
The highest value is 120
Choose a value between 1 and 10
At most 3 tags are allowed
Maximum 140 characters, you used 150
Text is 10 characters over the limit
Only PNG and JPG files are accepted
Only letters and numbers, please
Only administrators can delete projects
Letters only
Spaces aren't allowed
Username may only contain letters
Not saved: server unreachable
Could not connect to the database
Connection lost. Your changes are not saved.
You are offline
Network request failed
500 Internal Server Error
502 Bad Gateway
Query failed
syntax error at or near "FORM"
no such table: foo
UNIQUE constraint failed: users.email
Foreign key violation
null value in column "name" violates not-null constraint
Import aborted at line 7
1 of 2 invitations sent. b is no email address.
3 of 10 rows imported
12 imported successfully, 3 failed
Saved, but 2 fields were ignored because they are invalid
Draft saved. Publishing failed.
Partially completed: 4 items were skipped because they are locked
Settings saved with warnings: port 80 is in use
You reached the maximum number of projects on the Free plan.
Access to this resource is restricted
This action requires a premium account
Sign in to continue
Please log in first
Owner cannot be removed
You can't remove yourself
Unknown column
The passwords you typed are different
That doesn't look like an email address
Hmm, that's not the right code
Give your project a name first
Tell us your name
What's your name? We need it.
Pick at least one option
Don't leave this empty
Oops! Try that again.
Can't be in the past
We could not process your request right now.
The email or password you entered isn't right.
Your login has been rejected
We do not recognize this device
Wrong one-time code
This e-mail is registered to another account
Your name must have at least two letters
Street: missing
ZIP code doesn't fit the country
Please provide a valid VAT number
The IBAN you gave is not correct
Card expired
3D Secure check failed
Your bank turned the payment down
We can't ship to a PO box
Out of stock
Pre-orders are over
That seat was just taken
The doctor has no free slots that day
Meeting room is occupied from 9 to 10
Overlapping booking
You can only book 14 days ahead
You need to be a member to book
Guests aren't allowed to post
Posting too quickly
Message is empty
Attachment larger than 25 MB
File type .exe is blocked
Virus found in attachment
Virus scan failed
Disk quota exceeded
No space left on device
Permission denied: /etc/hosts
Folder is not empty
A file with this name exists
Name contains illegal characters
Project key must be upper case
Sprint has already started
Issue is locked
Workflow does not allow this transition
Assignee is inactive
Due date lies in the past
Estimate should be a number
Build failed with exit code 1
Deployment timed out
Service restart failed
Invalid cron expression
Port out of range (1-65535)
Hostname can't be resolved
Certificate has expired
Connection refused
Authentication required
API key is wrong
Unknown command
Unexpected token < in JSON
Missing closing bracket
Division by zero
Not a number
Row 3: bad value
Row 3, column B: expected a date
Duplicate key
Referenced record does not exist
Deadlock found when trying to get lock
Record is being edited by Bob
Version conflict
Please reload the page: it is out of date
Nothing was deleted
2 of 3 messages could not be deleted
Saved locally only: you are offline
Sent to 3 of 5 recipients
4 succeeded, 1 failed
Your vote wasn't counted
You've used all your votes
This poll is closed
Applications closed on May 1
We are full
Minimum age is 18
You are not old enough
Passwords have to be identical
That password was found in a data breach
Choose a stronger password
Security answer wrong
Your browser blocks cookies. Enable cookies to log in.
JavaScript must be enabled
Access from your country is blocked
Suspicious activity detected
We need to check that you're human
Answer the sum above
The sum is not right
Draw your signature first
Select a shipping method
Choose your size
Size 42 isn't available
Voucher not applicable to this basket
Minimum basket value not reached
Gift card balance too low
Sender and recipient are the same
Amount must be positive
Daily limit reached
Transaction cancelled by the bank
Update required before you can go on
License key is not valid for this product
You are not the owner of this document
Document is read-only
This form no longer accepts responses
Time's up: the quiz is over
Answer limit reached
"""
"""Not taken."""

TAKING = """\
Saved
Saved!
All changes saved
Your changes have been saved.
The user "ann" was changed successfully.
Post published. View post
Item added to cart
Added to your basket
Thank you for your order!
Order #1234 placed
We have received your message and will get back to you.
Thanks! We'll be in touch.
Message sent.
Your comment is awaiting moderation.
Your comment has been posted.
Welcome back, Ann!
You are now logged in
You have been logged out
Signed in as ann
Password changed
Password reset email sent. Check your inbox.
If an account exists for this address, you will receive an email shortly.
We've sent you a link. It expires in 15 minutes.
A verification code was sent to your phone
Please check your email to verify your account.
Account created. Please confirm your email address.
Profile updated
Settings saved. Some changes need a restart.
Project deleted
3 items deleted
Deleted 2 rows
Conversation archived. Undo
Moved to trash
Removed from favourites
Unsubscribed. We're sorry to see you go.
Report of the problem was sent. We are sorry for the trouble.
Sorry for the delay! Your file is ready.
Your file is error-free and was published.
12 imported, 0 failed, 0 skipped
Import finished: 100 rows, no errors
Backup completed without errors
Validation passed: 0 errors, 0 warnings
No errors found
All tests passed, none failed
Build #12 queued
Job started
Upload complete
3 files uploaded
Payment successful
Payment received, thank you
Your card was charged 20 EUR
Refund issued
Booking confirmed
Your seat is reserved
Reservation cancelled
Subscription cancelled. You can use it until May 3.
Order cancelled
Invitation sent to bob@example.com
Bob was invited
Issue marked as duplicate
Bug "Login fails" created
Ticket "Printer error" has been added.
Ticket #7: Cannot print was created
Error report submitted
Your complaint was forwarded to the team
The error log was cleared
Failed jobs were deleted
3 failed jobs restarted
Locked account was unlocked
Invoice marked as overdue
Alert rule "disk full" saved
Warning removed
Copied
Copied to clipboard
Liked
Following
Vote counted
Your vote has been recorded. You can't change it later.
Success
Done
OK
Great job!
You're all set
You're in!
Congratulations, you passed
Synced just now
Last saved 2 minutes ago
Draft saved at 12:03
Version 4 restored
Renamed to report.pdf
Tag added
Tags updated
Added 1 and changed 0
Record inserted
1 row affected
Query OK, 1 row affected
Row added. You may edit it again below.
Changes published. It may take a few minutes until they are visible.
Your data export is being prepared. We'll email you when it is done; this cannot be cancelled.
Two-factor authentication enabled. Keep your recovery codes: you can't see them again.
Key created. Copy it now: it won't be shown again.
This cannot be undone later, but it is saved
Your trial has started. It expires in 14 days.
Password updated. You must use it from now on.
Scheduled for tomorrow
Reminder set
Connected
Merged
Pull request closed with unmerged commits
Branch deleted
Pushed
Approved
Feedback sent. Please help us improve: rate us.
Thank you! Please try our app.
Please wait while we process your order
We'll review your application. Please allow 3 days.
Your password will expire in 90 days
Saved. Don't forget to publish!
Nothing else to do: you are done
Changes saved.
Your profile has been updated.
Entry created
New customer added.
Your order has been placed. You cannot change it any more.
Your appointment is confirmed for Monday
See you on Monday!
Thanks for signing up. Please confirm your address by the link that we sent you.
We have sent a code to your phone. Enter it below.
Check your phone
Logged out
You're signed out
Task completed
Marked as done
Marked as read
Marked as spam
Reported. We will look into it.
Muted
Comment deleted
Deleted. This can't be undone.
Trash emptied
File moved to Archive
Uploaded 3 of 3 files
5 of 5 rows imported
0 of 5 failed
Finished with 0 errors
Check complete: nothing wrong found
No conflicts: merged
Password changed. All other sessions were ended.
Email changed. You need to log in with it next time.
Two-step login is on
API key revoked
Token created. You won't see it again.
Subscription renewed
Trial ended early, as you wished
Plan changed to Free. Some limits apply.
Invoice sent
Payment of 30 EUR accepted
Thanks, we got your feedback.
Your report about the error helps us. Thank you!
Case closed
Case reopened
Bug report "Crash on save" filed.
Topic "Cannot log in" posted
Reminder created: pay the failed invoice
Alert "error rate > 5%" was updated.
Test mail delivered
Connection works
Connection successful
Backup restored
Server restarted
Deployment started
Deployed to production
Run queued
Export is ready. Download
Report generated
Imported 10 contacts; duplicates were merged
Synchronised
Everything is up to date
Applied
Discount applied: 10%
Added. 3 items in your basket, only 2 left in stock!
Added to wishlist
Reserved until 18:00
You are on the waiting list
Application received. We can't answer every single one.
Your question was posted. Please be patient.
Voted
Thanks for voting!
Following Ann
Request sent. Ann must accept it first.
Invitation accepted
Member removed
Role changed to admin
Access granted
Access removed
Permissions updated
Folder shared with Bob
Link copied
Link created. It expires tomorrow.
Language set to German
Theme changed
Notifications disabled
Cookies accepted
Preferences stored
Signature added
Document signed
Form submitted
Response recorded
Quiz submitted: 3 of 5 correct
Score: 80 %
Welcome!
Hello Ann
Good to see you again
You now have access
Registration complete. Your account must be approved by an administrator.
Refund on its way
Return registered
Parcel booked
Label printed
"""
"""Taken, or nothing that speaks against it."""
